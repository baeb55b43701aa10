/** A transaction that writes; any ends the use of the reads that are kept. */
export function write(database) {
  return database.query('SELECT pg_current_xact_id()');
}

/** Runs `work` while 20 transactions a second write. */
export async function whileWriting(database, work) {
  const writing = setInterval(() => void write(database), 50);
  try {
    return await work();
  } finally {
    clearInterval(writing);
  }
}
