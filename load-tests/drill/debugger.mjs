import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs code in a Node process of the rig through its debugger, which this switches on, on loopback. Does not wait for the
 * code's end.
 *
 * @returns {Promise<WebSocket>} to be closed
 */
export async function evaluate(rig, name, expression) {
  process.kill(rig.child(name).pid, 'SIGUSR1');
  const address = `http://127.0.0.1:${rig.inspectPorts[name]}/json`;
  let targets;
  for (let tries = 0; !targets && tries < 50; tries++) {
    await sleep(50);
    targets = await fetch(address).then(
      (response) => response.json(),
      () => undefined, // the debugger takes a moment to listen
    );
  }
  if (!targets) throw new Error(`the debugger of ${name} does not listen`);
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no debugger of ${name}`));
  });
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  return socket;
}
