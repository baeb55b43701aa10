import { createInertiaApp } from '@inertiajs/react';
import { renderToString } from 'react-dom/server';
import { pages } from './pages.js';

const render = await createInertiaApp({ resolve: (name) => pages[`./pages/${name}.jsx`].default });

export default (page) => render(page, renderToString);
