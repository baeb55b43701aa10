import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { Page } from '../platform/page.js';
import { Allow, Open } from '../platform/allow.js';
import { Param, Query } from '../platform/inertia/handler-inputs.js';
import { comparePolicies } from '../shared/policies.js';
import { PoliciesService } from './policies.service.js';

/** The texts' screen for Admin, and the public page of each version (docs/evidence.md#policies). */
@Controller()
export class PoliciesPagesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get('admin/policies')
  @Allow('policies.change')
  @Page('policies/texts')
  async texts(@Query({ schema: comparePolicies }) { before, after }: z.infer<typeof comparePolicies>) {
    const [policies, comparison] = await Promise.all([
      this.policies.list(),
      after === undefined ? null : this.policies.compare(before ?? after, after),
    ]);
    return { policies, brands: this.policies.brands(), comparison };
  }

  @Get('policies/:brand/:kind/:version')
  @Open()
  @Page('visitor/policy')
  async published(@Param('brand') brand: string, @Param('kind') kind: string, @Param('version') version: string) {
    return { policy: await this.policies.published(brand, kind, version) };
  }
}
