import { Module } from '@nestjs/common';
import { CrowdGate } from './crowd-gate.js';
import { Detection } from './detection.js';
import { Leftovers } from './leftovers.js';
import { OpenUploads } from './open-uploads.js';
import { StoreProbe } from './store-probe.js';
import { UploadSink } from './upload-sink.js';
import { PACE, UPLOAD_PACE } from './upload-watchdog.js';
import { Uploads } from './uploads.js';

/** Receives files and detects their formats. */
@Module({
  providers: [
    CrowdGate,
    Detection,
    Leftovers,
    OpenUploads,
    StoreProbe,
    { provide: PACE, useValue: UPLOAD_PACE },
    Uploads,
    UploadSink,
  ],
  exports: [CrowdGate, Detection, StoreProbe, Uploads],
})
export class UploadsModule {}
