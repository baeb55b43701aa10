import { createServer } from 'node:http';
import { createRequestListener } from '@react-router/node';

const build = await import('./build/server/index.js');
const server = createServer(createRequestListener({ build, mode: 'production' }));
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
