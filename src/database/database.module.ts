import { Global, Module } from '@nestjs/common';
import { Replica } from './replica.js';
import { ChangeFeed } from './change-feed.js';
import { Transactions } from './transactions.js';

@Global()
@Module({ providers: [ChangeFeed, Replica, Transactions], exports: [ChangeFeed, Replica, Transactions] })
export class DatabaseModule {}
