import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage, aPerson } from '#testing/discord.ts';
import type { Announcement } from '../contract.ts';
import { Announcement as Shape } from '../contract.ts';
import { announcementsIn, areAllWordless } from './message.ts';

const ZONE = 'America/New_York';
const read = (...raw: unknown[]): Announcement[] => announcementsIn(raw, ZONE) ?? [];
const only = (said: Record<string, unknown>): Announcement | undefined => read(aMessage(said))[0];
const content = (said: string, more: Record<string, unknown> = {}) => only({ content: said, ...more })?.content;

it('converts a message to an announcement', () => {
  expect(read(aMessage({ id: '1300000000000000042' }))).toEqual([
    {
      id: '1300000000000000042',
      author: 'Priya',
      authorAvatar: '/api/discord/avatars/80351110224678912-8342729096ea3675442027381ff50dfe.png',
      content: 'Doors open at nine.',
      timestamp: '2025-11-14T16:30:00.123Z',
      embeds: [],
    },
  ]);
});

describe('authors', () => {
  const author = (said: Record<string, unknown>) => {
    const { author: name, authorAvatar } = only({ author: aPerson(said) }) ?? {};
    return [name, authorAvatar];
  };
  const avatar = 'f'.repeat(32);
  it.each<[string, Record<string, unknown>, unknown]>([
    ['without a display name', { global_name: null, avatar: null }, ['priya.games', null]],
    [
      'with an old-style name and a default picture',
      { discriminator: '1337', global_name: undefined, avatar: null },
      ['priya.games', null],
    ],
    [
      'with an animated picture',
      { id: '7', avatar: `a_${avatar}` },
      ['Priya', `/api/discord/avatars/7-a_${avatar}.png`],
    ],
    [
      'that are webhooks',
      { id: '9', bot: true, username: 'Festival desk', global_name: undefined, discriminator: '0000', avatar },
      ['Festival desk', `/api/discord/avatars/9-${avatar}.png`],
    ],
    ['with an invalid picture', { avatar: '../../users/@me' }, ['Priya', null]],
    ['with a long name', { global_name: 'W'.repeat(80) }, ['W'.repeat(60), expect.any(String)]],
    ['with bidi characters', { global_name: 'evil\u202egnp.exe' }, ['priya.games', expect.any(String)]],
    [
      'without any name that can be shown',
      { global_name: '\u200b', username: '\u0000' },
      ['Someone', expect.any(String)],
    ],
  ])('%s', (_, said, expected) => expect(author(said)).toEqual(expected));
});

describe('readable text', () => {
  const mentions = [
    aPerson({ id: '11', global_name: 'Sam_*the*_Great' }),
    aPerson({ id: '12', global_name: null, username: 'jo_b' }),
  ];
  it.each([
    ['Thanks <@12> and <@!12>!', 'Thanks @jo_b and @jo_b!'],
    ['Thanks <@11>', 'Thanks @Sam\\_\\*the\\*\\_Great'],
    ['Ask <@99>', 'Ask @someone'],
    ['<@&5> in <#77>, then <id:browse>', '@role in #channel, then #channels'],
    ['<:dice:123> <a:party_time:456>', ':dice: :party_time:'],
    ['</rsvp now:42>', '/rsvp now'],
    ['at <t:1763155800>', 'at Nov 14, 2025, 4:30 PM'],
    ['at <t:1763155800:t> on <t:1763155800:D>', 'at 4:30 PM on Nov 14, 2025'],
    ['<t:1763155800:F>', 'Friday, Nov 14, 4:30 PM'],
    ['<t:1763155800:R>', 'Nov 14, 2025, 4:30 PM'],
    ['<t:999999999999>', '<t:999999999999>'],
    ['`<@12>` and ```\n<:dice:1>\n```', '`<@12>` and ```\n<:dice:1>\n```'],
    ['a\u0000b\u202ec\r\nd', 'abc\nd'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['مرحبا بالعالم', 'مرحبا بالعالم'],
    ['\ud800 half', '\ufffd half'],
  ])('%s', (raw, expected) => expect(content(raw, { mentions })).toBe(expected));

  it('names what else a message contains', () => {
    expect(content('Map', { attachments: [{ filename: 'floor_plan.png', url: 'https://cdn' }, { filename: 5 }] })).toBe(
      'Map\n📎 floor_plan.png',
    );
    expect(content('', { sticker_items: [{ id: '1', name: 'Wave' }] })).toBe('📎 Wave');
    expect(content('', { poll: { question: { text: 'Pizza?' } } })).toBe('📊 Pizza?');
    const forwarded = { message: { content: 'Hello <@3>', mentions: [], embeds: [{ title: 'From far' }] } };
    expect(only({ content: '', message_snapshots: [forwarded] })).toMatchObject({
      content: 'Hello @someone',
      embeds: [{ title: 'From far', url: null, description: null, color: null }],
    });
  });
});

describe('embeds', () => {
  const embed = (said: unknown) => only({ embeds: [said] })?.embeds;
  const shown = (said: object) => [{ title: null, url: null, description: null, color: null, ...said }];
  const rules = { title: 'Rules', url: 'https://a.example/r', color: 0x5865f2 };
  it.each<[unknown, unknown]>([
    [
      { type: 'rich', ...rules, description: 'Be **kind** <@4>', fields: [] },
      shown({ ...rules, description: 'Be **kind** @someone' }),
    ],
    [{ title: 'x', url: 'javascript:alert(1)', color: null }, shown({ title: 'x' })],
    [{ title: 'x', url: 'data:text/html,x', color: 0x1_00_00_00 }, shown({ title: 'x' })],
    [{ title: 'x', url: 'https://bank.example@evil.example', color: null }, shown({ title: 'x' })],
    [{ description: 'x', color: -1 }, shown({ description: 'x' })],
    [{ description: 'x', color: 1.5 }, shown({ description: 'x' })],
    [{ description: 'x', color: '#fff' }, shown({ description: 'x' })],
    [{ description: 'x', color: 0 }, shown({ description: 'x', color: 0 })],
    [{ type: 'image', url: 'https://a.example/i.png' }, []],
    ['nonsense', []],
  ])('%o', (said, expected) => expect(embed(said)).toEqual(expected));
});

describe('cards', () => {
  const description = (said: Record<string, unknown>) => only({ content: '', embeds: [said] })?.embeds[0]?.description;
  it.each<[string, Record<string, unknown>, unknown]>([
    [
      'author, fields and footer of an embed',
      {
        author: { name: '1. Crew *desk*' },
        description: 'See <@4>',
        fields: [{ name: 'Where', value: 'Ballroom ||B||', inline: true }, { name: '\u200b', value: 'Bring dice' }, 7],
        footer: { text: 'Page 1\nof 2' },
      },
      '1\\. Crew \\*desk\\*\n\nSee @someone\n\n**Where**\nBallroom ||B||\n\nBring dice\n\n-# Page 1 of 2',
    ],
    ['nothing visible', { fields: [{ name: '\u200b', value: '\u200b' }], footer: { text: ' ' } }, undefined],
    ['malformed parts', { description: 'x', fields: 'none', footer: 'y', author: { name: 3 } }, 'x'],
  ])('%s', (_, said, expected) => expect(description(said)).toBe(expected));

  it('reads components of any depth in the order of the screen', () => {
    const card = {
      type: 17,
      components: [
        {
          type: 9,
          components: [{ type: 10, content: '# Karaoke' }],
          accessory: { type: 11, description: 'A *stage*' },
        },
        { type: 14 },
        { type: 12, items: [{ media: {}, description: 'The winner', spoiler: true }] },
        {
          type: 1,
          components: [
            { type: 2, style: 5, label: 'Tickets', url: 'https://a.example/' },
            { type: 2, label: 'Yes' },
          ],
        },
      ],
    };
    const hidden = { type: 17, spoiler: true, components: [{ type: 10, content: 'Ana ||won||\n\ntwice' }] };
    expect(content('', { components: [card, hidden, null, 'x'], flags: 1 << 15 })).toBe(
      '# Karaoke\n\nA \\*stage\\*\n\n||The winner||\n\nTickets: https://a.example/\n\n||Ana won\n\ntwice||',
    );
  });

  it('reads a hundred components at most, and no depth overflows the stack', () => {
    let deep: unknown = { content: 'deep' };
    for (let depth = 0; depth < 90; depth += 1) deep = { components: [deep] };
    expect(content('', { components: [deep] })).toBe('deep');
    for (let depth = 0; depth < 100_000; depth += 1) deep = { components: [deep], accessory: { content: 'x' } };
    expect(read(aMessage({ content: '', components: [deep] }))).toEqual([]);
    expect(content('', { components: Array.from({ length: 300 }, () => ({ content: 'x' })) })).toHaveLength(298);
  });

  it('names what a picture shows, and a poll’s answers', () => {
    const attachments = [
      { filename: '1.png', description: 'The\nhall' },
      { filename: 'SPOILER_2.png', description: 'Ana' },
    ];
    expect(content('Map', { attachments })).toBe('Map\n📎 1.png: The hall\n📎 SPOILER_2.png: ||Ana||');
    const answers = [
      { answer_id: 1, poll_media: { text: 'Hot_dog_', emoji: { id: null, name: '🌭' } } },
      { answer_id: 2, poll_media: { text: 'None', emoji: { id: '5', name: 'no' } } },
      { answer_id: 3 },
    ];
    expect(content('', { poll: { question: { text: 'Food?' }, answers } })).toBe('📊 Food?\n- 🌭 Hot_dog\\_\n- None');
  });

  it('leaves out whole paragraphs of a text that is too long, so that no spoiler is cut open', () => {
    const long = (length: number) => ({ content: `||${'x'.repeat(length)}||` });
    expect(content('', { components: [long(3000), long(2900), long(2900)] })).toBe(
      `${long(3000).content}\n\n${long(2900).content}\n\n…`,
    );
  });
});

it('shows no stub of a followed channel’s deleted message', () => {
  const stub = { content: '[Original Message Deleted]', flags: 10 };
  expect(read(aMessage(stub), aMessage({ id: '7', flags: 2 }))).toMatchObject([{ id: '7' }]);
  expect(content('Look', { message_snapshots: [{ message: stub }] })).toBe('Look');
  expect(areAllWordless([aMessage({ content: '', flags: 10 })])).toBe(false);
});

it('shows ordinary messages and replies, newest first, at most fifty, and none without text', () => {
  const at = (minute: number, said: Record<string, unknown> = {}) =>
    aMessage({ id: String(minute), content: `${minute}`, timestamp: new Date(minute * 60_000).toISOString(), ...said });
  const kinds = [at(1), at(3, { type: 19 }), at(2), at(4, { type: 6 }), at(5, { type: 7 }), at(6, { content: '  ' })];
  expect(read(...kinds).map(({ id }) => id)).toEqual(['3', '2', '1']);
  const same = { timestamp: '2025-11-14T00:00:00+00:00' };
  expect(read(at(9, same), at(10, same), at(8, same)).map(({ id }) => id)).toEqual(['10', '9', '8']);
  expect(read(...Array.from({ length: 60 }, (_, index) => at(index + 10)))).toHaveLength(50);
});

it('skips malformed messages and keeps the others', () => {
  const strange = [
    null,
    7,
    'x',
    [],
    {},
    { id: 7 },
    aMessage({ content: null }),
    aMessage({ author: 'Alex' }),
    aMessage({ timestamp: 'now' }),
  ];
  expect(read(...strange, aMessage({ id: '5', mentions: 'none', embeds: null, attachments: 3 }))).toMatchObject([
    { id: '5' },
  ]);
  expect(announcementsIn(strange, ZONE)).toBeNull();
  expect(announcementsIn([], ZONE)).toEqual([]);
});

it('detects from empty messages that the Message Content Intent is off', () => {
  const silent = aMessage({ content: '' });
  expect(areAllWordless([silent, silent, aMessage({ type: 7, content: 'joined' })])).toBe(true);
  expect(areAllWordless([silent, aMessage()])).toBe(false);
  expect(areAllWordless([silent, aMessage({ content: '', attachments: [{ filename: 'a.png' }] })])).toBe(false);
  expect(areAllWordless([aMessage({ content: '', components: [{ type: 1, components: [] }] })])).toBe(false);
  expect(areAllWordless([])).toBe(false);
  expect(areAllWordless([null, { id: 7 }])).toBe(false);
});

it('returns a list that fits the contract, or null, for any input', () => {
  const anything = fc.anything({ withNullPrototype: true });
  const fields = ['content', 'author', 'embeds', 'mentions', 'type', 'poll', 'components'];
  const nearly = fc.record(Object.fromEntries(fields.map((field) => [field, anything])), { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(fc.oneof(anything, nearly.map(aMessage)), { maxLength: 5 }), (raw) => {
      const list = announcementsIn(raw, ZONE);
      if (list !== null) expect(Shape.array().parse(list)).toEqual(list);
      areAllWordless(raw);
    }),
    { numRuns: 500 },
  );
});
