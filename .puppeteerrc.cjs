// The browser comes from the machine or from @sparticuz/chromium (src/embedded/browser.ts): npm downloads none.
module.exports = { skipDownload: true };
