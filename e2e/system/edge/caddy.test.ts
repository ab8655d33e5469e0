import { installCaddy } from "./caddy.ts";
import { testEdge } from "./edge-rules.ts";

testEdge(installCaddy);
