import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import type { ChangeSettings } from '../shared/change-settings.js';
import { SettingsQueries } from './settings.queries.js';

@Injectable()
export class SettingsService {
  constructor(private readonly queries: SettingsQueries) {}

  /** Changes some of the member's own settings; nothing is written when they are so already. */
  change(staff: Staff, settings: ChangeSettings): Promise<void> {
    return this.queries.change(staff.id, settings);
  }
}
