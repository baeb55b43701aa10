import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Keys } from '../platform/keys.js';
import { AuthApiController } from './auth.api.controller.js';
import { AuthPagesController } from './auth.pages.controller.js';
import { AuthQueries } from './auth.queries.js';
import { AuthService } from './auth.service.js';
import { Csrf } from './csrf.js';
import { JwtStrategy } from './jwt.strategy.js';
import { KnownBrowsers } from './known-browsers.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsClearWorker } from './sessions-clear.worker.js';
import { Sessions } from './sessions.js';

@Global()
@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [Keys],
      useFactory: (keys: Keys) => ({ secret: keys.secretOf('session'), signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [AuthApiController, AuthPagesController],
  providers: [AuthQueries, AuthService, Csrf, JwtStrategy, KnownBrowsers, SessionCookie, Sessions, SessionsClearWorker],
  exports: [AuthService, Csrf, SessionCookie, Sessions],
})
export class AuthModule {}
