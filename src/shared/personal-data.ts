/**
 * What becomes of the columns of a table when the data of a customer are erased (docs/people.md#keeping-and-erasing).
 * Names of columns are separated by blanks.
 */
type Fates = {
  /** SQL condition for the rows about the order $1; without it `order_id = $1`. */
  rows?: string;
  /** Erased with the personal data of an old order. */
  masked?: string;
  /** Texts: they lose the masked values with these, and the rest with the person. */
  texts?: string;
  /** Erased with the person alone. */
  person?: string;
  /** Changed by an erasure, because they say that it was. */
  noted?: string;
  /** The rows go with the personal data. */
  leaves?: true;
  /** What stays, by the reason why. */
  kept?: Readonly<Record<string, string>>;
  /** Whether a copy of the person's data has the rows (docs/people.md#a-persons-data). */
  copied?: true;
};

const links = 'ids, and what the row belongs to';
const times = 'when it was';
const files = 'names the file by its hash; the file itself is erased';
const paid = 'what was paid and given back: a bank may ask for it';
const staff = 'who of the staff did it';
const counted = 'counted by reports, of nobody';

/** Every table with rows about an order or its customer. A column that is not listed fails a test, and so does one that an erasure treats in another way than the list says. */
export const personalData: Readonly<Record<string, Fates>> = {
  orders: {
    rows: 'id = $1',
    masked:
      'passport_no mrz dob place_of_birth phone_code phone_number accommodation_type accommodation_of_stay address address2 state post_code city form_choices',
    texts: 'submitted',
    person:
      'full_name signature_name contact_email_address confirm_contact_email_address email sex passport_expiry dod flight_detail mode_of_travel last_port_embarkation embarkation_country purchase_ip purchase_user_agent device_fingerprint browser_tz card_fingerprint checks',
    noted: 'erased_at',
    kept: {
      [links]: 'id shop_id external_ref body_sha256 gateway_id outdated_card',
      [paid]:
        'amount currency paid_at paid_time_told transaction_id merchant_name statement_descriptor card_brand card_last4 avs cvv three_ds refund_date refund_amount refund_reference disputed_at terms_version terms_accepted_at',
      [counted]:
        'nationality doa landing_domain processing_mode wants_priority processing_date process_month process_status status_before_delete submit_again',
      [staff]: 'held_by held_since processed_by processed_at changed_by changed_at last_change version',
      [times]: 'create_ts address_since',
    },
  },
  order_search: {
    rows: 'id = $1',
    texts: 'search_text',
    masked: 'passport_no',
    person: 'full_name',
    kept: { [links]: 'id', [times]: 'create_ts', [counted]: 'process_status process_month' },
  },
  queued_orders: {
    rows: 'id = $1',
    person: 'full_name contact_email_address checks',
    kept: {
      [links]: 'id gateway_id outdated_card',
      [times]: 'create_ts refund_date',
      [counted]:
        'doa processing_date submit_again process_month processing_mode nationality landing_domain process_status',
    },
  },
  activity: {
    texts: 'from to note changes',
    kept: { [links]: 'id order_id', [staff]: 'member_id actor action', [times]: 'create_ts' },
    copied: true,
  },
  remarks: {
    texts: 'remark',
    kept: {
      [links]: 'id order_id',
      [staff]: 'member_id remark_name whatsapp telephone status_refund voided chargeback report_error',
      [times]: 'create_ts',
    },
    copied: true,
  },
  mails: {
    texts: 'subject html body question',
    person: 'recipient failure attachment_key attachment_name',
    kept: {
      [links]: 'id order_id document_id attachment_sha256 attachment_type provider provider_message_id',
      [staff]: 'member_id sent_by kind',
      'ours: who sends, and where an answer goes': 'sender reply_to',
      [times]: 'create_ts state attempts attempt_at sent_at state_at switched_from',
    },
    copied: true,
  },
  mail_events: {
    rows: 'mail_id IN (SELECT id FROM mails WHERE order_id = $1)',
    person: 'detail',
    kept: { [links]: 'id mail_id provider event_id provider_message_id', [times]: 'type at create_ts' },
  },
  inbound_mails: {
    texts: 'subject text note not_kept',
    person: 'sender message_id pin',
    noted: 'erased_at has_html',
    kept: {
      [links]: 'id order_id mailbox provider waits',
      [files]: 'storage_key sha256 size',
      'what was found of the mail: it counts for a card': 'spf dmarc dkim vouched kind virus text_cut',
      [staff]: 'seen_by',
      [times]: 'create_ts read_at',
    },
    copied: true,
  },
  inbound_files: {
    texts: 'name verdict_note',
    noted: 'erased_at',
    kept: {
      [links]: 'id mail_id order_id kind content_type',
      [files]: 'storage_key sha256 size',
      'what was found of the card': 'verdict',
      [staff]: 'taken_by',
      [times]: 'create_ts',
    },
    copied: true,
  },
  documents: {
    texts: 'verdict_note override_reason',
    person: 'customer_name',
    noted: 'erased_at',
    kept: {
      [links]: 'id order_id file1 content_type mail_service_provider',
      [files]: 'storage_key sha256 size',
      'what was found of the card': 'verdict',
      [staff]: 'uploaded_by',
      [times]: 'create_ts',
    },
    copied: true,
  },
  order_files: {
    noted: 'erased_at',
    kept: {
      [links]: 'id order_id kind content_type',
      [files]: 'storage_key sha256 size',
      [staff]: 'added_by removed_by',
      [times]: 'create_ts',
    },
    copied: true,
  },
  downloads: {
    person: 'ip place user_agent browser browser_version os device device_type label',
    kept: {
      [links]: 'id order_id document_id file1 sha256 reader',
      'that the card was downloaded': 'actor served bytes complete confirmed_at',
      [times]: 'create_ts',
    },
    copied: true,
  },
  visitor_sessions: {
    person: 'ip place user_agent',
    kept: { [links]: 'id order_id', [times]: 'create_ts last_used_at address_since' },
    copied: true,
  },
  charge_views: {
    person: 'ip place user_agent',
    kept: { [links]: 'id order_id visitor_session_id', [times]: 'create_ts' },
    copied: true,
  },
  corrections: {
    person: 'ip place user_agent',
    kept: { [links]: 'id order_id visitor_session_id', [times]: 'create_ts' },
    copied: true,
  },
  order_requests: {
    texts: 'text',
    person: 'ip place user_agent',
    kept: {
      [links]: 'id order_id kind visitor_session_id',
      [staff]: 'handled_by',
      [times]: 'create_ts handled_at',
    },
    copied: true,
  },
  disputes: {
    texts: 'note',
    kept: {
      [links]: 'id order_id submitted_pack_id',
      [paid]: 'network reason_code category case_id arn amount currency state source',
      [staff]: 'submitted_by changed_by version',
      [times]: 'opened_at reply_by submitted_at outcome_at changed_at create_ts',
    },
    copied: true,
  },
  stripe_answers: {
    rows: 'dispute_id IN (SELECT id FROM disputes WHERE order_id = $1)',
    texts: 'evidence',
    kept: {
      [links]: 'id dispute_id pack_id files sha256 state failure tries in_doubt',
      [staff]: 'staged_by submitted_by',
      [times]: 'staged_at submitted_at asked_at create_ts',
    },
  },
  stripe_events: {
    rows: 'case_id IN (SELECT case_id FROM disputes WHERE order_id = $1)',
    texts: 'dispute',
    kept: { [links]: 'event_id case_id dispute_id account_id', [times]: 'type at create_ts' },
  },
  order_charges: {
    person: 'card_fingerprint',
    kept: {
      [links]: 'id order_id',
      [paid]:
        'transaction_id amount currency paid_at paid_time_told merchant_name statement_descriptor card_brand card_last4 avs cvv three_ds',
      [times]: 'create_ts',
    },
    copied: true,
  },
  refunds: {
    texts: 'reason',
    kept: {
      [links]: 'id order_id charge_id',
      [paid]: 'amount currency reference at state is_whole',
      [staff]: 'by failed_by',
      [times]: 'failed_at state_ts create_ts',
    },
    copied: true,
  },
  invoices: {
    person: 'facts',
    kept: { [links]: 'order_id year number', [times]: 'create_ts' },
    copied: true,
  },
  packs: {
    kept: {
      [links]: 'id order_id dispute_id type input_sha256 state failure',
      'the proof that a bank was shown, as it was made': 'facts storage_key sha256 size pages',
      [staff]: 'made_by asked_by',
      [times]: 'create_ts ready_at',
    },
    copied: true,
  },
  pack_batch_items: {
    kept: { [links]: 'batch_id place dispute_id pack_id order_id', 'why no pack was made, in our words': 'refusal' },
  },
  dispute_reminders: {
    rows: 'dispute_id IN (SELECT id FROM disputes WHERE order_id = $1)',
    kept: { [links]: 'dispute_id hours', [times]: 'reply_by create_ts' },
  },
  prepared_disputes: {
    rows: 'dispute_id IN (SELECT id FROM disputes WHERE order_id = $1)',
    kept: { [links]: 'dispute_id stamp', [times]: 'seen_at done' },
  },
  webhook_deliveries: {
    kept: {
      [links]: 'id endpoint_id order_id event webhook_id',
      'what the shop was told: reference, status, amounts': 'facts',
      [times]: 'occurred_at state begun_at due_at tries ended_at',
    },
  },
  webhook_tries: {
    rows: 'delivery_id IN (SELECT id FROM webhook_deliveries WHERE order_id = $1)',
    person: 'answer',
    kept: { [links]: 'delivery_id number code ms', [times]: 'at' },
  },
  erasures: {
    kept: { [links]: 'id order_id activity_id request_id', 'that it was erased': 'kind create_ts' },
    copied: true,
  },
  erased_activity: {
    rows: 'erasure_id IN (SELECT id FROM erasures WHERE order_id = $1)',
    kept: { 'the hash of what an erasure left of a row': 'activity_id erasure_id sha256' },
  },
  drafts: {
    rows: `about = $1 AND form <> 'member'`,
    leaves: true,
    kept: { 'of another form: of no order': 'member_id form about fields revision updated_at spent' },
  },
  visitor_drafts: {
    leaves: true,
    kept: { 'for half an hour, of other orders': 'visitor_session_id order_id fields create_ts' },
  },
  undos: {
    rows: `changes @> jsonb_build_array(jsonb_build_object('id', $1::int))`,
    leaves: true,
    kept: { 'for a minute, of other orders': 'token member_id changes expires_at action' },
  },
  filler_codes: {
    kept: { [links]: 'id order_id session_id sha256 answer_sha256 page', [times]: 'create_ts used_at answered_at' },
  },
  card_outcomes: {
    kept: { [links]: 'order_id doa outcome', [staff]: 'member_id said_by', [times]: 'create_ts' },
  },
  cards_due: { kept: { [links]: 'order_id mail_id mail_state', [times]: 'doa listed_from mail_at since' } },
  cards_complained: { kept: { [links]: 'order_id', [times]: 'doa' } },
  inbox_marks: { kept: { [links]: 'order_id mark', [times]: 'create_ts' } },
  holds: { kept: { [links]: 'order_id is_open', [staff]: 'member_id', [times]: 'held_since create_ts' } },
  lost_holds: {
    kept: { [links]: 'id order_id status', [staff]: 'member_id taken_by holder', [times]: 'create_ts' },
  },
  leases: { kept: { [links]: 'order_id length', [staff]: 'member_id', [times]: 'until' } },
  skips: { kept: { [links]: 'order_id', [staff]: 'member_id', [times]: 'until' } },
  data_faults: { kept: { 'what a check found, in our words': 'check_name place order_id what' } },
  retention_frozen: { kept: { [links]: 'run_id order_id reason' } },
  retention_waiting: { kept: { [links]: 'kind order_id' } },
  retention_progress: { kept: { [links]: 'kind doa order_id' } },
};

/** The tables with rows of customers that are about no order, and what becomes of these. */
export const withoutOrder: Readonly<Record<string, string>> = {
  person_requests: 'loses the address when the request ends',
  person_copies: 'is removed with the copy, after a day or when the person is erased',
  saved_views: 'loses the address when the person is erased',
  job_failures: 'loses the address when the person is erased; is removed after 30 days',
  idempotency_keys: 'loses an answer with the address when the person is erased; is removed after a day',
  throttles: 'has networks and hashes of addresses; is removed an hour after it ended',
  unmatched: 'goes when it gets an order, and a mail’s with the mail, when the person is erased',
  files_to_erase: 'names files by their hash until they are removed',
  alarms: 'has our words alone',
};

/** The tables without anything of a customer, by what they are for. */
export const ofNoCustomer: Readonly<Record<string, string>> = {
  'the staff': `members sessions reset_links factors factor_roles recovery_codes passkey_challenges member_countries
    member_networks macros`,
  'shops, gateways and what they told us of themselves': `shops intake_keys gateways stripe_accounts webhook_endpoints
    policies invoice_years pack_batches`,
  'counts and tallies': `board_tally country_tally processed_tally queue_tally queue_moves daily_statistics
    monthly_statistics statistic_days statistic_marks statistic_months`,
  'the chain of the audit': 'activity_hashes',
  'whether the authority’s pages work': 'script_runs page_troubles',
  'the system': `migrations applied_functions known_definitions job_runs probes provider_failures screen_faults data_checks
    client_builds client_files standing_alarms retention_runs`,
};

/** The columns, or the tables, of a text of names. */
export const columnsOf = (names = ''): string[] => names.split(/\s+/).filter(Boolean);
