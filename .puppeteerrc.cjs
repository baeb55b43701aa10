/** The product finds an installed browser or unpacks the packaged one (src/platform/pdf/browser.ts): none is downloaded. */
module.exports = { skipDownload: true };
