import { ownedBy, table, words } from '#server/db/table.ts'

/** On PostgreSQL the words are an array. */
const createGinIndex = (table: string) => ({
  postgres: [`create index ${table}_gin on ${table} using gin (words)`],
})
/** Words are stored separated by spaces, without the texts; all other characters of these classes belong to words. */
const createFtsSchema = (tokenizer: string): string =>
  `fts5(words, content='', contentless_delete=1, detail=none, tokenize="unicode61 ${tokenizer}")`

export const searchIndexTables = {
  /**
   * The search index: words by entry. PostgreSQL stores an array in `words`; SQLite has a full-text table of the same
   * name (rowid, words). Used only by content/searchIndex and content/search.
   */
  content_words: table({
    columns: {
      contentId: ownedBy('content').key(),
      words: words(),
    },
    virtual: createFtsSchema(`remove_diacritics 0 categories 'L* M* N* P* S* Co Cn Cf'`),
    afterwards: createGinIndex('content_words'),
  }),
  /** Likewise for the pinyin initials of titles. */
  content_initials: table({
    columns: {
      contentId: ownedBy('content').key(),
      words: words(),
    },
    virtual: createFtsSchema(`categories 'L* N* P* S*'`),
    afterwards: createGinIndex('content_initials'),
  }),
}
