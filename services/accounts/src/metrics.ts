import { RUNTIME, type Runtime, SharedFigures } from '@filemill/platform';
import { OutboxMetrics } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** How a try to sign in, or to confirm a password, ended. */
export type SignInOutcome = 'ok' | 'wrong' | 'suspended' | 'rate_limited' | 'failed';

/** Every metric of this service. Labels come from closed sets. */
@Injectable()
export class AccountsMetrics {
  readonly signIns: Counter<'outcome'>;
  readonly registrations: Counter;
  readonly rateLimited: Counter<'limit'>;
  readonly passwordHashSeconds: Histogram;
  readonly passwordHashWaiting: Gauge;
  readonly passwordHashRefused: Counter;
  readonly shared: SharedFigures;
  readonly outbox: OutboxMetrics;

  constructor(@Inject(RUNTIME) runtime: Runtime) {
    const registers = [runtime.ops.registry];
    this.signIns = new Counter({
      name: 'sign_ins_total',
      help: 'Attempts to sign in or to confirm a password, by outcome; "failed" is a failure of ours',
      labelNames: ['outcome'],
      registers,
    });
    this.registrations = new Counter({ name: 'registrations_total', help: 'Accounts made', registers });
    this.rateLimited = new Counter({
      name: 'attempts_refused_total',
      help: 'Attempts refused because of too many before, by the limit that was reached',
      labelNames: ['limit'],
      registers,
    });
    this.passwordHashSeconds = new Histogram({
      name: 'password_hash_seconds',
      help: 'Time of one argon2id computation, without the wait for a slot',
      buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64],
      registers,
    });
    this.passwordHashWaiting = new Gauge({
      name: 'password_hash_waiting',
      help: 'argon2id computations that wait for a slot',
      registers,
    });
    this.passwordHashRefused = new Counter({
      name: 'password_hash_refused_total',
      help: 'argon2id computations refused because too many waited',
      registers,
    });
    this.shared = new SharedFigures(runtime);
    this.outbox = new OutboxMetrics(runtime.ops.registry, this.shared);
  }
}
