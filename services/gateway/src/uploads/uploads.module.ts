import { Module } from '@nestjs/common';
import { CrowdGate } from './crowd-gate.js';
import { Detection } from './detection.js';
import { Leftovers } from './leftovers.js';
import { OpenUploads } from './open-uploads.js';
import { StoreProbe } from './store-probe.js';
import { UploadReceiver } from './upload-receiver.js';
import { UploadSink } from './upload-sink.js';
import { DEFAULT_UPLOAD_PACE, UPLOAD_PACE } from './upload-watchdog.js';

/** Receives files and detects their formats. */
@Module({
  providers: [
    CrowdGate,
    Detection,
    Leftovers,
    OpenUploads,
    StoreProbe,
    { provide: UPLOAD_PACE, useValue: DEFAULT_UPLOAD_PACE },
    UploadReceiver,
    UploadSink,
  ],
  exports: [CrowdGate, Detection, StoreProbe, UploadReceiver],
})
export class UploadsModule {}
