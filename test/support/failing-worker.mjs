/** A renderer process that starts and cannot draw. */
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send({ kind: 'error', error: new Error('no ink') }));
process.send({ kind: 'ready' });
