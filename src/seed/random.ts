/**
 * A pseudo-random stream that is reproducible: the same key gives the same numbers. It uses sfc32, whose 128 bits of
 * state keep millions of streams independent. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c = 0x9e3779b9;
  private counter = 1;

  /** @param key identifies the subject, such as an order; @param purpose separates several streams of one key */
  constructor(key: number, purpose = 0) {
    this.a = key | 0;
    this.b = purpose | 0;
    for (let round = 0; round < 12; round++) this.bits();
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    return (this.bits() >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** A whole number from `first` to `last`. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** A number from `first` up to, but not including, `end`. */
  within(first: number, end: number): number {
    return first + this.next() * (end - first);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** A duration with this mean: often short, sometimes much longer. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** This many hexadecimal digits. */
  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += (this.bits() >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }

  /** The pattern with a random digit for each `#`. */
  digits(pattern: string): string {
    let text = '';
    for (const letter of pattern) text += letter === '#' ? this.below(10) : letter;
    return text;
  }

  private bits(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum;
  }
}

/** Draws items with probabilities proportional to their weights. */
export class Lottery<Item> {
  private readonly sums: number[] = [];
  private total = 0;

  constructor(
    private readonly items: readonly Item[],
    weightOf: (item: Item) => number,
  ) {
    for (const item of items) this.sums.push((this.total += weightOf(item)));
  }

  draw(random: Random): Item {
    const point = random.next() * this.total;
    return this.items[this.sums.findIndex((sum) => point < sum)] ?? this.items.at(-1)!;
  }
}
