/** Says that the customer asked for something on the order's page that nobody has handled yet. */
export function RequestMark() {
  return (
    <span title="The customer asks for something" className="tag tone-violet">
      <span aria-hidden>?</span>
      <span className="sr-only">Open request of the customer</span>
    </span>
  );
}
