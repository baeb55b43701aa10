import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChangeSettings } from '../shared/change-settings.js';

@Injectable()
export class SettingsQueries {
  constructor(private readonly database: DataSource) {}

  /** Changes some of a member's settings; the others stay. */
  async change(memberId: number, settings: ChangeSettings): Promise<void> {
    const changed = JSON.stringify(settings);
    await this.database.query(
      // compared as a whole: a shorter list is contained in the longer one that it replaces
      'UPDATE members SET settings = settings || $2::jsonb WHERE id = $1 AND settings <> settings || $2::jsonb',
      [memberId, changed],
    );
  }
}
