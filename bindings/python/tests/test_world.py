# SPDX-License-Identifier: MIT
"""Worlds: steps, views of all bodies without copies, changes, events, queries, checkpoints."""
from __future__ import annotations

import ctypes
import gc
import math
import unittest

from common import sample  # First: it takes NumPy away where a test is to run without.

import tumble
from tumble import shapes
from tumble.arrays import numpy

BODIES = 1000


def pile() -> tumble.World:
    """A thousand boxes above a floor."""
    world = tumble.World()
    world.add_collider(shapes.plane())
    for i in range(BODIES):
        world.add_body([shapes.box(0.5, 0.5, 0.5)], position=(i % 10, 1 + i // 100, i // 10 % 10))
    return world


def address(view: object) -> int:
    """Address of the first number of a view."""
    if numpy is not None:
        return int(view.__array_interface__["data"][0])  # type: ignore[attr-defined]
    # A read-only memoryview tells no address; PyObject_GetBuffer does.
    class Buffer(ctypes.Structure):
        _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("rest", ctypes.c_byte * 128)]
    found = Buffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(found), 0x18 | 0x4)
    place = int(found.buf)
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(found))
    return place


def row(view: object, index: int) -> tuple[float, ...]:
    return tuple(view.tolist()[index])  # type: ignore[attr-defined]


class Views(unittest.TestCase):
    def test_poses_of_a_thousand_bodies_are_an_array_at_the_address_that_c_writes_to(self) -> None:
        world = pile()
        views = (world.positions, world.rotations, world.linear_velocities, world.angular_velocities)
        written = world.arrays.struct
        pointers = (written.positions, written.rotations, written.linear_velocities, written.angular_velocities)
        for view, pointer, width in zip(views, pointers, (3, 4, 3, 3)):
            self.assertEqual(tuple(view.shape), (BODIES, width))
            self.assertEqual(address(view), ctypes.cast(pointer, ctypes.c_void_p).value)

    def test_a_view_shows_each_step_and_keeps_its_address(self) -> None:
        world = pile()
        view = world.positions
        before, place = row(view, 0), address(view)
        for _ in range(10):
            world.step(1 / 60)
        self.assertNotEqual(row(view, 0), before)
        self.assertEqual(row(view, 0), world.body(0).position)
        self.assertEqual(row(view, BODIES - 1), world.body(BODIES - 1).position)
        self.assertIs(world.positions, view)
        self.assertEqual(address(world.positions), place)

    def test_a_view_shows_a_change_when_asked_for(self) -> None:
        world = pile()
        self.assertEqual(row(world.positions, 3), (3, 1, 0))
        world.body(3).set_pose((3, 7, 0), (0, 0, 0, 1))
        world.body(3).set_velocity((1, 2, 3), (4, 5, 6))
        self.assertEqual(row(world.positions, 3), (3, 7, 0))
        self.assertEqual(row(world.linear_velocities, 3), (1, 2, 3))
        self.assertEqual(row(world.angular_velocities, 3), (4, 5, 6))

    def test_a_view_cannot_be_written(self) -> None:
        view = pile().positions
        with self.assertRaises((TypeError, ValueError)):
            view[0, 0] = 1.0

    def test_a_view_outlives_its_world(self) -> None:
        world = pile()
        view = world.positions
        expected = row(view, 5)
        world.close()
        del world
        gc.collect()
        self.assertEqual(row(view, 5), expected)

    def test_an_added_body_has_a_row(self) -> None:
        world = pile()
        old = world.positions
        body = world.add_body([shapes.sphere(0.5)], position=(0, 50, 0), user=77)
        self.assertEqual(len(world), BODIES + 1)
        self.assertEqual(row(world.positions, BODIES), (0, 50, 0))
        self.assertEqual(tuple(old.shape), (BODIES, 3))
        self.assertEqual(body.user, 77)
        body.remove()
        self.assertFalse(body.exists)
        self.assertEqual(len(world.bodies), BODIES)


class Motion(unittest.TestCase):
    def test_a_body_falls_as_the_parabola_says(self) -> None:
        world = tumble.World(gravity=(0, -10, 0))
        ball = world.add_body([shapes.sphere(0.5)], position=(0, 0, 0), linear_velocity=(3, 0, 0))
        world.step(1 / 60, 60)
        # Flight is exact but for the rounding of 60 steps of single precision.
        self.assertAlmostEqual(ball.position[1], -5.0, delta=60 * 5 * 2 ** -24)
        self.assertAlmostEqual(ball.position[0], 3.0, delta=60 * 3 * 2 ** -24)
        self.assertEqual(world.step_count, 60)

    def test_mass_follows_from_density_and_forces_act_for_one_step(self) -> None:
        world = tumble.World(gravity=(0, 0, 0))
        box = world.add_body([shapes.box(1, 1, 1)], position=(0, 0, 0), density=2)
        box.add_force((4, 0, 0))  # 4 N on 2 kg for 1/60 s
        world.step(1 / 60, 2)
        self.assertAlmostEqual(box.linear_velocity[0], 2 / 60, places=6)
        box.apply_impulse((-2 * box.linear_velocity[0], 0, 0), box.position)
        self.assertAlmostEqual(box.linear_velocity[0], 0, places=6)

    def test_a_step_of_no_length_is_an_argument_error(self) -> None:
        with self.assertRaises(tumble.ArgumentError):
            tumble.World().step(0.0)

    def test_a_world_that_diverges_raises(self) -> None:
        world = tumble.World()
        body = world.add_body([shapes.sphere(0.5)], position=(0, 0, 0))
        body.set_velocity((3e38, 0, 0), (0, 0, 0))
        with self.assertRaises(tumble.DivergedError):
            world.step(1 / 60, 3)

    def test_options_are_members_of_the_definition(self) -> None:
        with self.assertRaises(tumble.ArgumentError):
            tumble.World(substeps=0)
        with self.assertRaisesRegex(TypeError, "substeps"):
            tumble.World(sub_steps=4)

    def test_every_shape_rests_on_the_floor_at_its_height(self) -> None:
        tetrahedron = [(0, 0, 0), (1, 0, 0), (0, 0, 1), (0, 1, 0)]
        # Height of the origin of each shape above what it stands on.
        cases = ((shapes.sphere(0.5), 0.5), (shapes.box(1, 2, 1), 1.0), (shapes.capsule(1, 0.25), 0.75),
                 (shapes.cylinder(1, 0.5), 0.5), (shapes.convex(tetrahedron), 0.0))
        for shape, height in cases:
            world = tumble.World()
            world.add_collider(shapes.mesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)]))
            body = world.add_body([shape], position=(0.1, height + 0.1, 0.2))
            world.step(1 / 60, 120)
            self.assertAlmostEqual(body.position[1], height, delta=2e-3)

    def test_worlds_of_four_dimensions_have_their_own_rows(self) -> None:
        scene = tumble.Scene.open(sample("heap4.g4tf"))
        world = tumble.World(scene)
        world.step(1 / 60, 5)
        self.assertEqual(world.dimension, 4)
        self.assertEqual(tuple(world.positions.shape), (len(world), 4))
        self.assertEqual(tuple(world.rotations.shape), (len(world), 4, 4))
        self.assertEqual(tuple(world.angular_velocities.shape), (len(world), 6))
        body = world.body(0)
        self.assertEqual(row(world.positions, 0), body.position)
        x_axis = world.rotations.tolist()[0][0]
        self.assertEqual(tuple(x_axis), body.rotation[:4])
        self.assertAlmostEqual(math.fsum(v * v for v in x_axis), 1.0, places=5)


class Bodies(unittest.TestCase):
    def setUp(self) -> None:
        self.world = tumble.World(gravity=(0, 0, 0))
        self.body = self.world.add_body([shapes.box(1, 1, 1)], position=(0, 0, 0), density=6)

    def test_a_kinematic_body_is_where_it_was_moved_to_after_the_step(self) -> None:
        self.body.kind = tumble.Kind.TUM_BODY_KINEMATIC
        self.assertEqual(self.body.kind, tumble.Kind.TUM_BODY_KINEMATIC)
        self.body.move_to((1, 0, 0), (0, 0, 0, 1), 1 / 60)
        self.world.step(1 / 60)
        self.assertAlmostEqual(self.body.position[0], 1.0, places=5)

    def test_a_torque_turns_by_its_time_over_the_moment(self) -> None:
        # A cube of 6 kg and 1 m has m a^2 / 6 = 1 kg m^2 about each axis.
        self.body.add_torque((0, 3, 0))
        self.world.step(1 / 60)
        self.assertAlmostEqual(self.body.angular_velocity[1], 3 / 60, places=6)

    def test_bodies_fall_asleep_and_wake(self) -> None:
        self.world.step(1 / 60, 120)
        self.assertFalse(self.body.is_awake)
        self.body.wake()
        self.assertTrue(self.body.is_awake)

    def test_a_body_is_known_by_its_id(self) -> None:
        self.assertEqual(self.world.body(0), self.body)
        self.assertEqual({self.world.body(0), self.body}, {self.body})
        self.body.user = 2 ** 63 + 1
        self.assertEqual(self.body.user, 2 ** 63 + 1)
        self.assertEqual(self.body.node, -1)
        self.body.remove()
        with self.assertRaises(tumble.ArgumentError):
            self.body.wake()
        with self.assertRaises(IndexError):
            self.world.body(1)


class Events(unittest.TestCase):
    def test_triggers_tell_of_entries_in_order(self) -> None:
        scene = tumble.Scene.open(sample("triggers.gltf"))
        world = tumble.World(scene)
        told = []
        for _ in range(30):
            world.step(1 / 60)
            told += [(e.kind, scene.node_name(e.a.node), scene.node_name(e.b.node)) for e in world.events()]
        # The first ball reaches the gate after (4 - 2.95) / 3 s.
        self.assertEqual(told[0], (tumble.EventKind.TUM_EVENT_TRIGGER_ENTERED, "All", "Red 1"))

    def test_contacts_carry_numbers_of_the_program(self) -> None:
        world = tumble.World(contact_events=True)
        world.add_collider(shapes.plane(user=5))
        world.add_body([shapes.box(1, 1, 1)], position=(0, 1, 0), user=7)
        found = []
        while not found and world.step_count < 120:
            world.step(1 / 60)
            found = world.events()
        started = found[0]
        self.assertEqual(started.kind, tumble.EventKind.TUM_EVENT_CONTACT_STARTED)
        self.assertEqual({started.a.body_user, started.b.body_user}, {0, 7})
        # Half a metre of fall: sqrt(2 g h) = 3.13 m/s, less what two steps add: the speed is that of a step's
        # begin, and surfaces meet a step early where they would within the next one.
        self.assertAlmostEqual(started.speed, math.sqrt(2 * 9.81 * 0.5), delta=2 * 9.81 / 60)


class Queries(unittest.TestCase):
    def test_a_ray_meets_the_nearest_surface(self) -> None:
        world = tumble.World()
        ball = world.add_body([shapes.sphere(0.5)], position=(0, 2, 0), user=9)
        world.add_collider(shapes.plane())
        hit = world.cast_ray((0, 10, 0), (0, -20, 0))
        assert hit is not None
        self.assertAlmostEqual(hit.distance, 7.5, places=5)
        self.assertEqual((hit.body_user, hit.body), (9, tumble.c.tum_body_id_to_u64(ball.id)))
        self.assertIsNone(world.cast_ray((0, 10, 0), (0, 20, 0)))
        self.assertEqual([h.body_user for h in world.cast_ray_all((0, 10, 0), (0, -20, 0))], [9, 0])

    def test_many_rays_have_the_answers_of_one(self) -> None:
        world = pile()
        rays = [(i * 0.1, 30.0, i * 0.07, 0.0, -60.0, 0.0) for i in range(200)]
        hits = world.cast_rays(rays)
        self.assertEqual(len(hits), 200)
        for i in (0, 50, 199):
            one = world.cast_ray(rays[i][:3], rays[i][3:])
            assert one is not None
            distance = hits["distance"][i] if numpy is not None else hits[i].distance
            self.assertEqual(float(distance), one.distance)

    def test_filters_and_wrong_numbers(self) -> None:
        world = pile()
        self.assertIsNone(world.cast_ray((0, 30, 0), (0, -60, 0), tumble.query_filter(colliders=False)))
        with self.assertRaises(tumble.ArgumentError):
            world.cast_ray((0, 30, 0), (0, 0, 0))
        with self.assertRaises(ValueError):
            world.cast_rays([(1, 2, 3)])

    def test_boxes_and_nearest_points(self) -> None:
        world = pile()
        self.assertEqual(len(world.overlap_box((-1, 0.5, -1), (99, 99, 99))), BODIES + 1)  # and the floor
        nearest = world.nearest_point((0, 30, 0))
        assert nearest is not None
        self.assertAlmostEqual(nearest.distance, 30 - 10.25, places=4)
        self.assertIsNone(world.nearest_point((0, 30, 0), reach=1))


class Checkpoints(unittest.TestCase):
    def test_a_world_goes_on_from_a_checkpoint_to_the_bit(self) -> None:
        scene = tumble.Scene.open(sample("tumbling-tower.gltf"))
        first = tumble.World(scene)
        first.step(1 / 60, 40)
        kept = first.checkpoint()
        first.step(1 / 60, 40)
        second = tumble.World(scene, threads=2)
        view = second.positions
        second.resume(kept)
        self.assertEqual(second.step_count, 40)
        second.step(1 / 60, 40)
        self.assertEqual(second.hash, first.hash)
        self.assertEqual(view.tolist(), first.positions.tolist())

    def test_bytes_that_are_no_checkpoint_are_refused_with_a_finding(self) -> None:
        world = tumble.World()
        with self.assertRaises(tumble.InputError) as caught:
            world.resume(b"nonsense", "run.tck")
        self.assertEqual(caught.exception.findings[0].file, "run.tck")


if __name__ == "__main__":
    unittest.main()
