import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { clientFolder } from './paths.js';

/** The folder that the built client's files are served from. */
export const assetsFolder = join(clientFolder, 'assets');

/** The build that runs, the one before it, and one more, for a release that was taken back. */
const keptBuilds = 3;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * The client's files of the last builds, in the database, where the processes of every version find them: a page of the version
 * before still loads its dialogs, and a page of the new one gets its files from a process that has not been replaced yet
 * (docs/operations.md#upgrades).
 */
@Injectable()
export class ClientFiles {
  constructor(private readonly database: DataSource) {}

  /** Stores the files of this process's build, unless an earlier start did, and drops those of old builds. */
  async keep(version: string): Promise<void> {
    const [, known] = await this.database.query<[unknown, number]>(
      'UPDATE client_builds SET started_at = now() WHERE version = $1',
      [version],
    );
    if (known > 0) return;

    // the browsers' compressed copies are made again when one of them is asked for
    const names = (await readdir(assetsFolder)).filter((name) => !/\.(?:br|gz)$/.test(name));
    const files = await Promise.all(names.map((name) => readFile(join(assetsFolder, name))));
    await this.database.query(
      `WITH build AS (INSERT INTO client_builds (version) VALUES ($1) ON CONFLICT DO NOTHING)
       INSERT INTO client_files (version, name, bytes) SELECT $1, name, bytes
       FROM unnest($2::text[], $3::bytea[]) file (name, bytes) ON CONFLICT DO NOTHING`,
      [version, names, files],
    );
    await this.database.query(
      `DELETE FROM client_builds WHERE version NOT IN
         (SELECT version FROM client_builds ORDER BY started_at DESC LIMIT ${keptBuilds})`,
    );
  }

  /** Answers a request for a file that this build lacks with the file of another build, else with 404. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const name = new URL(request.url, 'http://localhost').pathname.slice('/assets/'.length);
    const [file] = await this.database.query<{ bytes: Buffer }[]>(
      'SELECT bytes FROM client_files WHERE name = $1 LIMIT 1',
      [name],
    );
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');

    return reply
      .code(200)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[extname(name)] ?? 'application/octet-stream')
      .send(file.bytes);
  }
}
