import { Global, Module } from '@nestjs/common';
import { ActivityQueries } from './activity.queries.js';
import { ActivityService } from './activity.service.js';

@Global()
@Module({ providers: [ActivityQueries, ActivityService], exports: [ActivityService] })
export class ActivityModule {}
