import type { Type } from '@nestjs/common';
import type { MailProvider } from '../../shared/mail-providers.js';
import { AwsProvider } from './aws/client.js';
import { SnsCertificates } from './aws/signature.js';
import { AwsWebhookApiController } from './aws/webhook.api.controller.js';
import type { Provider } from './provider.js';
import { SendgridProvider } from './sendgrid/client.js';
import { SendgridWebhookApiController } from './sendgrid/webhook.api.controller.js';

/** Each mail provider: what sends its mail, what receives its delivery events, and what else Nest injects into these. */
export const providers: Record<MailProvider, { client: Type<Provider>; webhook: Type; parts?: Type[] }> = {
  AWS: { client: AwsProvider, webhook: AwsWebhookApiController, parts: [SnsCertificates] },
  Sendgrid: { client: SendgridProvider, webhook: SendgridWebhookApiController },
};
