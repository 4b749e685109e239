// Facts that the nodes of a venue share beside its journal; each is either there or not. Nothing in the engine follows from
// them. Calls are answered within two seconds, like those of the lease, and never reject.

export interface SharedNotes {
  /**
   * Notes that a signer's timestamp is used up. Timestamps older than `forgetBefore` are no longer asked for.
   * @returns whether no node had noted it before; null when that is not known
   */
  spend(signer: string, timestamp: number, forgetBefore: number): Promise<boolean | null>;
  /**
   * For the leading node: takes over the texts that its predecessors have kept under a subject, by name. From then on the
   * predecessors can't change them.
   * @returns null when they can't be read, or another node leads
   */
  take(subject: string): Promise<ReadonlyMap<string, string> | null>;
  /**
   * For the leading node: keeps a text under a name of a subject, replacing the one that is there.
   * @returns whether it is certain to be there, on the standby as well
   */
  keep(subject: string, name: string, text: string): Promise<boolean>;
}
