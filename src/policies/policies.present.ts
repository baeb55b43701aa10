import type { Policy } from '../database/policy.entity.js';
import type { PolicyEntry, PolicyText } from '../shared/answers/policies.js';
import { policyKinds } from '../shared/policy-kinds.js';
import { routes } from '../shared/routes.js';
import type { PolicyHead } from './policies.queries.js';

export function toPolicy(policy: PolicyHead): PolicyEntry {
  return {
    id: policy.id,
    brand: policy.brand,
    kind: policy.kind,
    version: policy.version,
    valid_from: policy.validFrom,
    sha256: policy.sha256,
    added_by: policy.addedBy,
    create_ts: policy.createTs.toISOString(),
    path: routes.policy(policy.brand, policyKinds[policy.kind].slug, policy.version),
  };
}

export function toPolicyText(policy: Policy): PolicyText {
  return { ...toPolicy(policy), text: policy.text };
}
