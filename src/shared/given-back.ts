/** Says that *Next order* gave an order back. */
export function givenBack(order: number): string {
  return `Order ${order} went back to its queue, because you had not worked on it`;
}
