import { getInitialPageFromDOM, router } from '@inertiajs/core';
import { client } from 'laravel-precognition';

// boots the client without a view library, and lets the test visit and look (client.test.ts)
Object.assign(window, { router, precognition: client, toasts: [] });
router.on('flash', (event) => window.toasts.push(event.detail.flash.toast));
router.on('httpException', (event) => {
  window.exception = event.detail.response.status;
});
router.init({
  initialPage: getInitialPageFromDOM('app'),
  resolveComponent: (name) => Promise.resolve(name),
  swapComponent: ({ page }) => {
    window.page = page;
    return Promise.resolve();
  },
  onFlash: () => {},
});

/** Resolves to the page on show when the visit is over. */
window.visit = (url, options = {}) =>
  new Promise((resolve) => {
    router.visit(url, {
      ...options,
      onError: (errors) => {
        window.errors = errors;
      },
      onFinish: () => setTimeout(() => resolve(window.page), 30),
    });
  });
