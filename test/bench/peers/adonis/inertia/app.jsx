import { createInertiaApp } from '@inertiajs/react';
import { hydrateRoot } from 'react-dom/client';
import { pages } from './pages.js';

void createInertiaApp({
  resolve: (name) => pages[`./pages/${name}.jsx`].default,
  setup: ({ el, App, props }) => hydrateRoot(el, <App {...props} />),
});
