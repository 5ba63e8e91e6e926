import { ownedBy, table, words } from '#server/db/table.ts'

/** On PostgreSQL the words are an array. */
const arrayIndex = (table: string) => ({
  postgres: [`create index ${table}_gin on ${table} using gin (words)`],
})
/** Words are stored between spaces, without the texts; every other character of these classes is part of a word. */
const fullText = (tokenizer: string): string =>
  `fts5(words, content='', contentless_delete=1, detail=none, tokenize="unicode61 ${tokenizer}")`

export const searchIndexTables = {
  /**
   * The search index: which entries hold which words. PostgreSQL keeps them as an array under `words`; the embedded
   * database has a full-text table of the same name (rowid, words). Used by content/search alone.
   */
  content_words: table({
    columns: {
      contentId: ownedBy('content').key(),
      words: words(),
    },
    virtual: fullText(`remove_diacritics 0 categories 'L* M* N* P* S* Co Cn Cf'`),
    afterwards: arrayIndex('content_words'),
  }),
  /** The same for the pinyin initials of titles. */
  content_initials: table({
    columns: {
      contentId: ownedBy('content').key(),
      words: words(),
    },
    virtual: fullText(`categories 'L* N* P* S*'`),
    afterwards: arrayIndex('content_initials'),
  }),
}
