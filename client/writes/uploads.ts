import { noteVersion, tracked } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { isQuestion, newKey, type Outcome, send } from '@/writes/send';
import { Store } from '@/writes/store';
import { sayOutcome } from '@/writes/write';
import type { OrderFileKind } from '@shared/order-file-kinds';
import { routes } from '@shared/routes';

/** The order that a card belongs to: its number and its encoded id. */
type UploadOrder = { id: number; encoded: string };

/** The upload of a card, running or ended. It outlives the screen, until its notice is closed. */
export type Upload = {
  order: UploadOrder;
  file: File;
  /** Bytes sent, at most the size of the file. */
  sent: number;
  /** Undefined while the upload is running. */
  outcome?: UploadOutcome;
};

/** `differs`: the card was refused because it is not this order's. */
type UploadOutcome = Outcome<{ differs?: true } | null>;

/** Whether the server refused this file because it is not the order's card. */
export function isOtherCard({ outcome }: Upload): boolean {
  return outcome?.data?.differs === true;
}

/** At most one per order. */
export const uploads = new Store<readonly Upload[]>([]);

/** The chosen files that are not sent yet, by the order's encoded id. They survive a visit to another screen. */
export const chosenFiles = new Store<ReadonlyMap<string, File>>(new Map());

const running = new Map<string, { outcome: Promise<UploadOutcome>; stop: AbortController }>();

export function choose(order: string, file: File | null): void {
  const files = new Map(chosenFiles.get());
  if (file) files.set(order, file);
  else files.delete(order);
  chosenFiles.set(files);
}

/** The outcome of this order's running upload; undefined when there is none. */
export function uploadUnderWay(order: string): Promise<UploadOutcome> | undefined {
  return running.get(order)?.outcome;
}

export function isGoingOut({ outcome }: Upload): boolean {
  return outcome === undefined;
}

/** Uploads a card in its own request, which no other action and no visit cancels. Never rejects. */
export function upload(order: UploadOrder, fields: Record<string, unknown> & { uploadVisaDoc: File | null }) {
  const before = running.get(order.encoded);
  if (before) return before.outcome;

  const file = fields.uploadVisaDoc!;
  const stop = new AbortController();
  const outcome = tracked(() => goOut(order, file, formOf(fields), stop.signal));
  running.set(order.encoded, { outcome, stop });
  return outcome;
}

/** Adds a file that is no card to an order, and reads the shown screen again. Never rejects. */
export async function addFile(order: UploadOrder, kind: OrderFileKind, file: File): Promise<Outcome<unknown>> {
  const request = {
    method: 'post',
    path: routes.api.addOrderFile(order.encoded),
    body: formOf({ kind, file }),
  } as const;
  const outcome = await tracked(() => send<unknown>(request, newKey()));
  if (outcome.done) void sayOutcome(outcome, [order.id]);
  await readAgain();
  return outcome;
}

/** Cancels an order's upload. When the server has it already, the order's page shows the card. */
export function cancelUpload(order: string): void {
  running.get(order)?.stop.abort();
}

export function closeNotice(order: string): void {
  uploads.set(uploads.get().filter((one) => one.order.encoded !== order));
}

/** Cancels every upload and drops every file, for a sign-out. */
export function dropUploads(): void {
  for (const { stop } of running.values()) stop.abort();
  uploads.set([]);
  chosenFiles.set(new Map());
}

async function goOut(order: UploadOrder, file: File, body: FormData, signal: AbortSignal) {
  note({ order, file, sent: 0 });
  const onProgress = (sent: number) => note({ order, file, sent: Math.min(sent, file.size) });
  const request = { method: 'post', path: routes.api.upload, body, signal, onProgress } as const;
  const outcome: UploadOutcome = await send(request, newKey());
  if (outcome.version !== undefined) noteVersion({ orderId: order.encoded }, { ...outcome, data: null });

  running.delete(order.encoded);
  if (outcome.cancelled || isQuestion(outcome)) closeNotice(order.encoded);
  else note({ order, file, sent: file.size, outcome });
  if (outcome.done && chosenFiles.get().get(order.encoded) === file) choose(order.encoded, null);
  if (!outcome.errors) void sayOutcome(outcome, [order.id]);
  void readAgain();
  return outcome;
}

function note(upload: Upload): void {
  const others = uploads.get().filter(({ order }) => order.encoded !== upload.order.encoded);
  uploads.set([...others, upload]);
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value instanceof File ? value : String(value));
  }
  return form;
}
