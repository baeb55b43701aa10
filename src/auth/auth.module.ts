import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Keys } from '../platform/keys.js';
import { AuthApiController } from './auth.api.controller.js';
import { AuthPagesController } from './auth.pages.controller.js';
import { AuthQueries } from './auth.queries.js';
import { AuthService } from './auth.service.js';
import { Csrf } from './csrf.js';
import { FactorsQueries } from './factors.queries.js';
import { FactorsService } from './factors.service.js';
import { JwtStrategy } from './jwt.strategy.js';
import { KnownBrowsers } from './known-browsers.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { PasskeysService } from './passkeys.service.js';
import { SecondFactor } from './second-factor.service.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsClearWorker } from './sessions-clear.worker.js';
import { Sessions } from './sessions.js';
import { SignInService } from './sign-in.service.js';
import { SignInPlaces } from './sign-in-places.js';
import { SignInTries } from './sign-in-tries.js';

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
  providers: [
    AuthQueries,
    AuthService,
    Csrf,
    FactorsQueries,
    FactorsService,
    JwtStrategy,
    KnownBrowsers,
    OwnSessionsService,
    PasskeysService,
    SecondFactor,
    SessionCookie,
    Sessions,
    SessionsClearWorker,
    SignInService,
    SignInPlaces,
    SignInTries,
  ],
  exports: [AuthService, Csrf, FactorsService, OwnSessionsService, SessionCookie, Sessions],
})
export class AuthModule {}
