import adonisjs from '@adonisjs/vite/client';
import react from '@vitejs/plugin-react';

export default {
  plugins: [react(), adonisjs({ entryPoints: ['inertia/app.jsx'], serverEntryPoints: ['inertia/ssr.jsx'] })],
  resolve: { alias: { '@shared': process.env.DESK_SHARED } },
};
