import type { NoticeKind, NoticeTarget } from '#shared/contract/notice.ts'
import { id, index, int, millis, table, text, HISTORY } from '#server/db/table.ts'

/** Longer lists of accounts are sent as `*` (everybody), because a PostgreSQL payload is limited to 8000 bytes. */
const MAX_ACCOUNTS = 400
/** Notifies every process of changed notices, once per statement, within the transaction. */
const NOTIFY_TRIGGERS = [
  `create function notice_notify() returns trigger language plpgsql as $$
    declare
      ids text;
      many bigint;
    begin
      select string_agg("accountId"::text, ','), count(*) into ids, many
        from (select distinct "accountId" from changed limit ${MAX_ACCOUNTS + 1}) as accounts;
      if many > 0 then
        perform pg_notify('sitecraft', 'notice:' || case when many > ${MAX_ACCOUNTS} then '*' else ids end);
      end if;
      return null;
    end $$`,
  ...(['insert', 'update', 'delete'] as const).map(
    (event) =>
      `create trigger notice_notify_${event} after ${event} on notice
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function notice_notify()`,
  ),
]

export const noticeTables = {
  /** A notice of the program to an account. */
  notice: table({
    columns: {
      id: id(),
      accountId: int().noReference('old ones are dropped'),
      kind: text<NoticeKind>(),
      title: text(),
      body: text(),
      /** Target of its link. */
      place: text<NoticeTarget>(),
      siteId: int().noReference(HISTORY),
      /** 0: no entry. */
      classId: int().noReference(HISTORY),
      contentId: int().noReference(HISTORY),
      createTime: millis(),
      /** 0: unread. */
      readTime: millis().default(0),
    },
    indexes: {
      notice_list: index('accountId id'),
      notice_unread: index('accountId readTime id'),
    },
    afterwards: { postgres: NOTIFY_TRIGGERS },
  }),
}
