import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDocsController } from './api-docs.controller.js';

@Module({ imports: [DiscoveryModule], controllers: [ApiDocsController] })
export class ApiDocsModule {}
