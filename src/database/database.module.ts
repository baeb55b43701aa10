import { Global, Module } from '@nestjs/common';
import { Replica } from './replica.js';
import { Transactions } from './transactions.js';

@Global()
@Module({ providers: [Replica, Transactions], exports: [Replica, Transactions] })
export class DatabaseModule {}
