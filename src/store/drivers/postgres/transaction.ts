import { StoreError } from '../../store-error.ts';
import type { DatabaseAddress } from './address.ts';
import { connect, type Parameter, sent } from './database.ts';

/** Runs a statement of a transaction, or several without parameters. */
export type Query = <Row extends object>(
  text: string,
  parameters?: readonly Parameter[],
) => Promise<readonly Row[]>;

/**
 * Runs a task in one transaction, on a connection of its own. What the task throws undoes it.
 *
 * @param mode as `begin` takes it, such as `read only`
 * @throws StoreError when the database cannot be used; what the task throws
 */
export async function inTransaction<T>(
  address: DatabaseAddress,
  task: (query: Query) => Promise<T>,
  mode = 'read write',
): Promise<T> {
  const sql = connect(address, 1);
  try {
    const done = await sql.begin(mode, async (transaction) => {
      await transaction.unsafe(`set local statement_timeout = '120s'`);
      const query: Query = (text, parameters = []) => transaction.unsafe(text, sent(parameters));
      return { value: await task(query) };
    });
    return done.value;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new StoreError(
      'TIERPRESS_STORE',
      `the database cannot be used (${String(error.code)})`,
      'Check the address, and that the database accepts this user.',
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}
