// SPDX-License-Identifier: MIT
// worker.ts: a program that uses each declaration of tumble/worker, for tsc --strict.
import {
  TumbleError, convert, createWorld, info, init, load, terminate, validate, version,
  type NewestPoses, type Remote, type RemoteGrab, type RemoteRecording, type RemoteValue, type RemoteWorld,
} from 'tumble/worker';
import type { Grab, Poses, World } from 'tumble';

export async function far(bytes: Uint8Array): Promise<bigint> {
  await init({ build: 'threads', threads: 4, maxMemory: 2 ** 30, threadsWasm: '/threads.wasm' });
  await using empty: RemoteWorld = await createWorld({ threads: 2, number: 7 });
  const world: RemoteWorld = await load(bytes, { name: 'crate.gltf' });
  const { stepCount, time, poses, before }: NewestPoses = world.newest;
  const both: readonly Poses[] = [poses, before, world.poses, world.before];
  console.log(stepCount + time, both.length, world.dimension, world.findings.length, empty.dimension);
  world.onEvents = (events, step) => console.log(events.length, step);
  world.onError = (error: TumbleError) => console.log(error.status);
  await world.play(120, 0.5);
  await world.pause();
  await world.step(1 / 60);
  const counts: number = (await world.counts).bodies;
  const grab: RemoteGrab = await world.grab(await world.bodyAt(0), [0, 1, 0]);
  const held: RemoteValue<Grab> = grab;
  console.log(await held.move([0, 2, 0]), await grab.release(), grab.joint, counts);
  const recording: RemoteRecording = await world.record({ every: 30 });
  await recording.seek(await recording.first);
  console.log((await recording.trajectory()).length, (await recording.bake()).length, await recording.last);
  const some: Pick<Remote<World>, 'hash'> = world;
  const hash = await some.hash();
  await world.free();
  console.log((await info(bytes)).bodies, (await validate(bytes)).uri, (await convert(bytes, { to: 'khr' })).bytes);
  console.log(await version());
  await terminate();
  return hash;
}
