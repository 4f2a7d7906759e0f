import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Creates the tables that are not there yet, all or none. */
export async function createTables(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { schema } = transaction;
    await schema
      .createTable('organisations')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sub_domain', 'text', (column) => column.unique())
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('users')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('api_tokens')
      .ifNotExists()
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text')
      .execute();
    await schema
      .createTable('clients')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .execute();
    await schema
      .createTable('client_fields')
      .ifNotExists()
      .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('client_fields_key', ['client_id', 'name'])
      .execute();
    await schema
      .createTable('cases')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('case_type', 'text')
      .addColumn('reference', 'text')
      .addColumn('price', 'double precision')
      .execute();
    await schema
      .createTable('case_addresses')
      .ifNotExists()
      .addColumn('case_id', 'text', (column) => column.primaryKey().references('cases.id'))
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('case_locations')
      .ifNotExists()
      .addColumn('case_id', 'text', (column) => column.primaryKey().references('cases.id'))
      .addColumn('latitude', 'double precision')
      .addColumn('longitude', 'double precision')
      .execute();
    await schema
      .createTable('data_points')
      .ifNotExists()
      .addColumn('case_id', 'text', (column) => column.notNull().references('cases.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('data_points_key', ['case_id', 'name'])
      .execute();
    await schema
      .createTable('tasks')
      .ifNotExists()
      .addColumn('case_id', 'text', (column) => column.notNull().references('cases.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('completed', 'integer', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tasks_key', ['case_id', 'kind', 'name'])
      .execute();
    await schema
      .createIndex('cases_by_organisation')
      .ifNotExists()
      .on('cases')
      .column('organisation_id')
      .execute();
    // Identifiers are looked up without regard to letter case: see `sameId`.
    await schema.createIndex('cases_by_id').ifNotExists().on('cases').expression(sql`lower(id)`).execute();
    await schema
      .createIndex('clients_by_id')
      .ifNotExists()
      .on('clients')
      .expression(sql`lower(id)`)
      .execute();
  });
}
