/**
 * Measures how often a second `ours` and `bare` complete: the median of several rounds. The rounds alternate, so that other
 * load on the machine affects both alike.
 * @param options.atOnce how many calls run at the same time
 */
export async function measure(ours, bare, { rounds = 7, seconds = 1.5, atOnce = 8 } = {}) {
  await Promise.all([rate(ours, 1, atOnce), rate(bare, 1, atOnce)]);
  const rates = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await rate(ours, seconds, atOnce));
    rates.bare.push(await rate(bare, seconds, atOnce));
  }
  return { ours: median(rates.ours), bare: median(rates.bare) };
}

async function rate(work, seconds, atOnce) {
  const began = performance.now();
  const end = began + seconds * 1_000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (done * 1_000) / (performance.now() - began);
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
