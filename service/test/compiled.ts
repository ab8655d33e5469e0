const { NODE_COMPILE_CACHE: folder } = process.env;

/**
 * For the environment of a child process: where it finds the modules that other processes of the run have compiled, as `npm test`
 * sets it. To compile the service takes half of its start.
 */
export const COMPILED: Readonly<Record<string, string>> = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
