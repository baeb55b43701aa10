/** The look of the copied pages: plain, with what the puzzle needs. */
export const style = `
body{font:15px/1.45 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:#1a2233;background:#fff}
header{padding:.75rem 1rem;background:#fff3cd;border:1px solid #d8b94a}header nav{margin-top:.5rem}
form p{margin:0 0 .8rem}label{display:block;font-weight:600}.star{color:#b3261e}fieldset{margin:1.5rem 0;border:1px solid #8a94a6}
input[type=text],select{width:100%;box-sizing:border-box;font:inherit;padding:.4rem;border:1px solid #8a94a6}
.uppercase{text-transform:uppercase}.refusal{color:#b3261e;font-weight:600}.success{font-weight:600}
.sliderContainer{position:relative;width:300px;height:40px;line-height:40px;text-align:center;background:#e6e9ef;user-select:none;touch-action:none}
.slider{position:absolute;left:0;top:0;width:40px;height:40px;background:#1f5fbf;color:#fff;cursor:grab}
.sliderContainer_success{background:#bfe5c5}.sliderContainer_success .slider{background:#1d7a34}
table{border-collapse:collapse;margin-top:1rem}td,th{border:1px solid #8a94a6;padding:.3rem .6rem;text-align:left}
`;
