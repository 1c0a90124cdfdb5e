import { type AnswerOf, type Route, routes } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import type { CallOf } from './call.js';
import { Handles } from './handles.js';

describe('Handles', () => {
  it('refuses callers without a guard, so that no such route is open', () => {
    const route: Route = { ...routes.login, callers: ['guest', 'apiKey'] };
    expect(() => bind(route)).toThrow('login: no guard for the callers guest, apiKey');
  });

  it('does not compile with the call or the answer of another route', () => {
    class Controller {
      @Handles(routes.login)
      right(_call: CallOf<typeof routes.login>): Promise<AnswerOf<typeof routes.login>> {
        return new Promise(() => undefined);
      }

      // @ts-expect-error the call has no password
      @Handles(routes.forgotPassword)
      wrongCall(_call: CallOf<typeof routes.login>): void {}

      // @ts-expect-error the answer is no number
      @Handles(routes.login)
      wrongAnswer(): number {
        return 1;
      }
    }
    expect(Controller).toBeDefined();
  });
});

function bind(route: Route): void {
  const method = { value: () => undefined };
  Handles(route)({ method: method.value }, 'method', method);
}
