const enc = encodeURIComponent
type Given = Readonly<Record<string, string>>

/** A service by which a person can be told, and what is asked of it. */
export interface Service {
  name: string
  /** Each with its name, what stands there where nothing is given, and whether it is a secret. */
  fields: readonly (readonly [field: string, name: string, example?: string, isSecret?: boolean])[]
  says: string
  /** The address, as Shoutrrr writes it. */
  address: (given: Given) => string
}

export const services: readonly Service[] = [
  {
    name: 'ntfy (on a phone)', fields: [['topic', 'Topic'], ['server', 'Server', 'ntfy.sh']],
    says: 'All who know the topic can read it: take a long one. Subscribe to it in the app ntfy.',
    // A server may be pasted as a browser shows it.
    address: ({ topic = '', server = '' }) => {
      const [, scheme, host] = /^(?:(https?):\/\/)?(.*?)\/*$/i.exec(server)!
      return `ntfy://${host || 'ntfy.sh'}/${enc(topic)}${scheme?.toLowerCase() === 'http' ? '?scheme=http' : ''}`
    },
  },
  {
    name: 'E-mail', fields: [['host', 'Mail server'], ['port', 'Port', '587'], ['user', 'User name'], ['password', 'Password', '', true], ['from', 'From address'], ['to', 'To address']],
    says: 'Those that your mail program sends with.',
    address: ({ host, port, user = '', password = '', from = '', to = '' }) => `smtp://${enc(user)}:${enc(password)}@${host}:${port || 587}/?from=${enc(from)}&to=${enc(to)}`,
  },
  {
    name: 'Telegram', fields: [['token', 'Token of the bot', '', true], ['chat', 'Chat']],
    says: 'BotFather gives the token. The chat is its number, or @ and the name of a channel.',
    address: ({ token, chat = '' }) => `telegram://${token}@telegram?chats=${enc(chat)}`,
  },
  {
    name: 'Another service', fields: [['address', 'Address', '', true]],
    says: 'Such as gotify://SERVER/TOKEN or discord://TOKEN@ID.',
    address: ({ address = '' }) => address,
  },
]
