/** Said when a write may have been done: by a page that lost its answer, and by the server when its process ended. */
export const doubt = "We don't know whether this was saved.";
