import type { FastifyReply, FastifyRequest } from 'fastify';

/** Refuses what another machine asks, and what a proxy or a tunnel forwards: it comes from this machine too. */
export function fromThisMachine(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const address = request.socket.remoteAddress ?? '';
  const isForwarded = Object.keys(request.headers).some((name) =>
    /^(?:x-forwarded-.+|x-real-ip|forwarded|via)$/.test(name),
  );
  // Refuses foreign host names that resolve to this machine (DNS rebinding).
  const isNamed = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '');
  if (/^(::ffff:)?127\.|^::1$/.test(address) && isNamed && !isForwarded) done();
  else void reply.code(404).send({ message: 'Not found' });
}
