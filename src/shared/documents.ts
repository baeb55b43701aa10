/** An uploaded card, with the spec's names (spec §3, uploadDoc entries). `url` is a path on this site. */
export type DocumentEntry = {
  file1: string;
  customer_name: string;
  mail_service_provider: string;
  create_ts: string;
  url: string;
  sha256: string;
  size: number;
  content_type: string;
};

/** A download of the card, whoever made it (api: Lists and one order). `timezone` is the location (spec §3). */
export type DownloadEntry = {
  order_id: number;
  create_ts: string;
  ip: string;
  timezone: string;
  browser: string;
  os: string;
  device: string;
  device_type: string;
  file1: string;
  actor: 'customer' | 'staff' | 'machine';
  complete: boolean;
};
