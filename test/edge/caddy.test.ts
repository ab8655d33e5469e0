import { installCaddy } from "#tools/testing/edge/caddy.ts";
import { testEdge } from "./edge-rules.ts";

testEdge(installCaddy);
