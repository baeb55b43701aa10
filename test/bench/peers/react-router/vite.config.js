import { reactRouter } from '@react-router/dev/vite';

export default {
  plugins: [reactRouter()],
  resolve: { alias: { '@shared': process.env.DESK_SHARED } },
};
