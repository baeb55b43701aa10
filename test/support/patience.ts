/**
 * How much longer the limits of waits and tests are than on a quiet machine of two cores: 1 to 4. Each run measures it by its
 * own preparation (test/support/global-setup.mjs), or takes it from TEST_PATIENCE. Limits of whole tests and hooks are scaled
 * in test/support/environment.mjs.
 */
export const patience = Number(process.env.TEST_PATIENCE ?? 1);

/** A limit in milliseconds for this machine, given the one for a quiet machine. */
export const patient = (ms: number): number => Math.round(ms * patience);
