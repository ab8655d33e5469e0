// Stands first among the imports, so that an old Node says this and nothing else.
const oldest = 20;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error(
    `Foyer needs Node ${oldest} or newer to start; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
