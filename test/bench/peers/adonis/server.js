// The whole server in one file: what a larger application of AdonisJS keeps in adonisrc.ts, config/ and start/.
import { Ignitor } from '@adonisjs/core';
import { defineConfig as encryption, drivers } from '@adonisjs/core/encryption';
import { defineConfig as app } from '@adonisjs/core/http';
import { defineConfig as logger } from '@adonisjs/core/logger';
import { defineConfig as inertia } from '@adonisjs/inertia';
import { defineConfig as vite } from '@adonisjs/vite';
import { readOrders } from '../orders.js';

const providers = [
  () => import('@adonisjs/core/providers/app_provider'),
  () => import('@adonisjs/core/providers/edge_provider'),
  () => import('@adonisjs/vite/vite_provider'),
  () => import('@adonisjs/inertia/inertia_provider'),
];
const config = {
  app: { http: app({}) },
  encryption: encryption({
    default: 'gcm',
    list: { gcm: drivers.aes256gcm({ keys: ['a secret that only measurements have'], id: 'gcm' }) },
  }),
  inertia: inertia({ ssr: { enabled: true, entrypoint: 'inertia/ssr.jsx' } }),
  logger: logger({ default: 'app', loggers: { app: { enabled: true, level: 'error' } } }),
  vite: vite({ buildDirectory: 'public/assets', manifestFile: 'public/assets/.vite/manifest.json' }),
};

/** The middleware and the one route. */
async function routes() {
  const { default: server } = await import('@adonisjs/core/services/server');
  const { default: router } = await import('@adonisjs/core/services/router');
  server.use([() => import('./inertia-middleware.js')]);
  router.get('/', async ({ inertia }) => inertia.render('orders', { orders: await readOrders() }));
}

new Ignitor(new URL('./', import.meta.url))
  .tap((application) => {
    // the parent waits for the address alone
    application.notify = () => {};
    application.rcContents({ providers }).useConfig(config).starting(routes);
    application.ready(async () => {
      const { port } = (await application.container.make('server')).getNodeServer().address();
      process.send(`http://127.0.0.1:${port}`);
    });
  })
  .httpServer()
  .start();
