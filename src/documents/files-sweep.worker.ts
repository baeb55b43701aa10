import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DocumentsService } from './documents.service.js';

@Works('files.sweep')
@Injectable()
export class FilesSweepWorker implements JobWorker<'files.sweep'> {
  constructor(private readonly documents: DocumentsService) {}

  work(): Promise<void> {
    return this.documents.sweep();
  }
}
